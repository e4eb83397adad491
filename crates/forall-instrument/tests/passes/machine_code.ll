; Functions that exist only as machine code: one that is not modelled is reported with every call, one of mathematics if an argument is symbolic.
define double @machine_code(ptr %name, double %x) {
  %value = call ptr @getenv(ptr %name)
  %cosine = call double @cos(double %x)
  ret double %cosine
}

declare ptr @getenv(ptr)
declare double @cos(double)
