; A computed float is watched in the fast copy, too: of a NaN the compiler leaves sign and payload open.
define double @float(double %a, double %b) {
  %sum = fadd double %a, %b
  %less = fcmp olt double %sum, %b
  %least = select i1 %less, double %sum, double %b
  ret double %least
}
