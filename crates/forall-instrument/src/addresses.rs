//! Addresses that the program makes numbers of, and the order of addresses.
//!
//! Where things lie is not decided by the inputs, so what depends on it is to be told. The standard library
//! and the compiler look at addresses, too, for the alignment, for lengths, for whether a pointer is null:
//! what comes of that does not depend on where things lie, and is left alone. What is written elsewhere, and
//! what the standard library does on behalf of others (`addr`, hashing and ordering pointers), goes through a
//! call that the runtime answers.
//!
//! See docs/decisions/addresses-are-terms.md.

use crate::alignment;
use crate::llvm::{
    BinOp, Block, Builder, Cast, Context, Module, Opcode, Predicate, Scope, Type, TypeKind, Value,
};
use crate::origin::{Origin, file_of_std};
use forall_protocol::hooks::LOWEST_ADDRESS;
use std::collections::{HashMap, HashSet};

/// The function that stands where an address becomes a number. Its second argument is null, or an address
/// that it is only compared with.
pub const TELL: &str = "__forall_address";

/// How far is looked for what a pointer was computed from.
const MOST_ROOTS: usize = 32;

/// Puts the calls into a module that is in its normal form.
pub fn watch(program: Module, origin: impl FnMut(Scope) -> Origin) {
    let mut watch = Watch { program, builder: Builder::new(program.context), origin };
    for function in program.functions().into_iter().filter(|f| !f.is_declaration()) {
        let code = || function.blocks().into_iter().flat_map(Block::instructions);
        code().for_each(|instruction| watch.pointer(instruction));
        for instruction in code().collect::<Vec<Value>>() {
            watch.constants(function, instruction);
            watch.instruction(function, instruction);
        }
    }
}

struct Watch<F> {
    program: Module,
    builder: Builder,
    origin: F,
}

impl<F: FnMut(Scope) -> Origin> Watch<F> {
    /// A number that becomes a pointer is one, in whichever way it does.
    fn pointer(&self, step: Value) {
        if step.opcode() == Opcode::GetElementPtr
            && let Some(number) = led_to(step)
        {
            self.builder.beside(step);
            step.replace_all_uses_with(self.builder.cast(Cast::IntToPtr, number, step.type_of()));
            step.erase();
        }
    }

    fn instruction(&mut self, function: Value, instruction: Value) {
        match instruction.opcode() {
            Opcode::PtrToInt | Opcode::PtrToAddr
                if is_scalar(instruction) && matters(instruction) && self.tells(function, instruction) =>
            {
                let pointer = instruction.operand(0);
                let told = self.tell(instruction, pointer, None);
                instruction.replace_all_uses_with(self.resized(told, instruction.type_of()));
                instruction.erase();
            }
            Opcode::ICmp if is_order_of_pointers(instruction) && self.orders(function, instruction) => {
                let [left, right] = [0, 1].map(|index| instruction.operand(index));
                let told = self.tell(instruction, left, Some(right));
                self.compare_numbers(instruction, told, right);
            }
            Opcode::ICmp if is_with_number(instruction) && self.tells(function, instruction) => {
                let [left, right] = [0, 1].map(|index| instruction.operand(index));
                let (pointer, number) = if is_number(left) { (right, left) } else { (left, right) };
                let told = self.tell(instruction, pointer, None);
                self.compare_numbers(instruction, told, number);
            }
            _ => {}
        }
    }

    /// Replaces a comparison of pointers, of which one is told.
    fn compare_numbers(&self, comparison: Value, told: Value, other: Value) {
        let other = self.builder.cast(Cast::PtrToInt, other, self.builder.int_type(64));
        let compared = self.builder.compare(comparison.predicate(), told, other);
        comparison.replace_all_uses_with(compared);
        comparison.erase();
    }

    /// Addresses of functions and statics are numbers already.
    fn constants(&mut self, function: Value, instruction: Value) {
        if instruction.opcode() == Opcode::Phi {
            // A block may lead here in several ways, all with one value.
            let mut rebuilt = HashMap::new();
            for (index, (value, from)) in instruction.incoming().into_iter().enumerate() {
                if is_told_by(value) && self.tells(function, instruction) {
                    let value = *rebuilt.entry(from).or_insert_with(|| {
                        self.builder.before(from.terminator());
                        self.rebuilt(value)
                    });
                    instruction.set_operand(index as u32, value);
                }
            }
            return;
        }
        for (index, operand) in instruction.operands().into_iter().enumerate() {
            if is_told_by(operand) && self.tells(function, instruction) {
                self.builder.beside(instruction);
                instruction.set_operand(index as u32, self.rebuilt(operand));
            }
        }
    }

    /// A constant as instructions.
    fn rebuilt(&self, constant: Value) -> Value {
        let b = &self.builder;
        let operands = || constant.operands().into_iter().map(|operand| self.rebuilt(operand));
        let binary = |op: BinOp| {
            let operands: Vec<Value> = operands().collect();
            b.binary(op, operands[0], operands[1])
        };
        match constant.constant_opcode() {
            Some(Opcode::PtrToInt | Opcode::PtrToAddr) => {
                self.resized(self.call(constant.operand(0), None), constant.type_of())
            }
            Some(Opcode::Add) => binary(BinOp::Add),
            Some(Opcode::Sub) => binary(BinOp::Sub),
            Some(Opcode::Xor) => binary(BinOp::Xor),
            Some(Opcode::Trunc) => b.cast(Cast::Trunc, self.rebuilt(constant.operand(0)), constant.type_of()),
            _ if constant.is_made_of_constants() => self.with_elements(constant),
            _ => constant,
        }
    }

    /// A constant with instructions for those of its elements that tell of addresses.
    fn with_elements(&self, constant: Value) -> Value {
        let is_vector = matches!(constant.type_of().kind(), TypeKind::Vector(_));
        let mut whole = constant;
        for (index, element) in constant.operands().into_iter().enumerate().filter(|(_, e)| is_told_by(*e)) {
            let element = self.rebuilt(element);
            whole = match is_vector {
                true => self.builder.insert_element(whole, element, index as u32),
                false => self.builder.insert_value(whole, element, index as u32),
            };
        }
        whole
    }

    fn tell(&self, instruction: Value, pointer: Value, beside: Option<Value>) -> Value {
        self.builder.beside(instruction);
        self.call(pointer, beside)
    }

    fn call(&self, pointer: Value, beside: Option<Value>) -> Value {
        let b = &self.builder;
        let ty = Type::pointer(self.program.context);
        let function_type = Type::function(b.int_type(64), &[ty, ty]);
        let function =
            self.program.function(TELL).unwrap_or_else(|| self.program.add_function(TELL, function_type));
        b.call(function_type, function, &[pointer, beside.unwrap_or(b.null(ty))])
    }

    fn resized(&self, address: Value, to: Type) -> Value {
        let cast = match to.kind() {
            TypeKind::Integer(..=64) => Cast::Trunc,
            _ => Cast::ZExt,
        };
        self.builder.cast(cast, address, to)
    }

    /// Is the address told to others than the standard library itself?
    fn tells(&mut self, function: Value, instruction: Value) -> bool {
        let context = self.program.context;
        let scopes = Scope::around(context, function, instruction);
        let passing = scopes.iter().take_while(|&&scope| passes_on(context, scope)).count();
        let Some(&scope) = scopes.get(passing) else { return true };
        (self.origin)(scope) != Origin::Std
            || hashes_pointers(context, scope)
            || passing > 0 && calls_what_it_is_given(scope)
    }

    fn orders(&mut self, function: Value, comparison: Value) -> bool {
        let context = self.program.context;
        let Some(&scope) = Scope::around(context, function, comparison).first() else { return true };
        match (self.origin)(scope) {
            Origin::Own => true,
            Origin::Dependency => false,
            Origin::Std => orders_pointers(context, scope),
        }
    }
}

/// Of the standard library: yields the address of its argument as a number, which is then the caller's, or
/// hands it to what the caller gave it.
fn passes_on(context: Context, scope: Scope) -> bool {
    let of_pointers = || is_named(context, scope, &["addr", "expose_provenance", "map_addr"]);
    // `NonNull::addr` makes it one that is not zero.
    is_in(scope, &["core/src/ptr/"]) && of_pointers() || is_in(scope, &["core/src/num/nonzero.rs"])
}

/// Functions on functions: such a one was given `addr` itself.
fn calls_what_it_is_given(scope: Scope) -> bool {
    let files = ["option.rs", "result.rs", "iter/", "array/", "ops/", "cell.rs", "cell/", "cmp.rs"];
    is_in(scope, &files.map(|file| format!("core/src/{file}")))
}

fn hashes_pointers(context: Context, scope: Scope) -> bool {
    is_named(context, scope, &["hash"]) && is_in(scope, &["core/src/hash/mod.rs", "core/src/ptr/mod.rs"])
}

fn orders_pointers(context: Context, scope: Scope) -> bool {
    is_named(context, scope, &["cmp", "partial_cmp", "lt", "le", "gt", "ge", "max", "min", "clamp"])
        && is_in(scope, &["core/src/ptr/", "core/src/cmp.rs"])
}

/// With or without generic arguments.
fn is_named(context: Context, scope: Scope, names: &[&str]) -> bool {
    names.contains(&scope.plain_name(context).as_str())
}

/// Does it stand in one of these files or directories of the standard library?
fn is_in(scope: Scope, places: &[impl AsRef<str>]) -> bool {
    file_of_std(&scope.file()).is_some_and(|file| places.iter().any(|place| file.starts_with(place.as_ref())))
}

fn is_scalar(cast: Value) -> bool {
    matches!(cast.type_of().kind(), TypeKind::Integer(_))
}

/// Is a constant computed from an address?
fn is_told_by(constant: Value) -> bool {
    match constant.constant_opcode() {
        Some(Opcode::PtrToInt | Opcode::PtrToAddr) => is_scalar(constant),
        Some(Opcode::Add | Opcode::Sub | Opcode::Xor | Opcode::Trunc) => {
            constant.operands().into_iter().any(is_told_by)
        }
        _ => constant.is_made_of_constants() && constant.operands().into_iter().any(is_told_by),
    }
}

/// Is the number used for anything but what the compiler asks of a pointer: whether it is null, or aligned?
fn matters(cast: Value) -> bool {
    cast.users().into_iter().any(|user| {
        let is_harmless = match user.opcode() {
            Opcode::IntToPtr => true,
            Opcode::ICmp => is_equality(user) && (other(user, cast).is_some_and(is_low) || is_of_casts(user)),
            Opcode::And => other(user, cast).is_some_and(is_low) && is_checked_alignment(user),
            Opcode::Sub => is_in_one_object(user),
            Opcode::Call | Opcode::Invoke => is_alignment_panic(user),
            _ => false,
        };
        !is_harmless
    })
}

/// The other operand of two.
fn other(user: Value, operand: Value) -> Option<Value> {
    let operands = user.operands();
    operands.iter().copied().find(|&other| other != operand)
}

fn is_low(value: Value) -> bool {
    value.as_const_int().is_some_and(|value| value < LOWEST_ADDRESS)
}

fn is_equality(comparison: Value) -> bool {
    matches!(comparison.predicate(), Predicate::Eq | Predicate::Ne)
}

fn is_cast(value: Value) -> bool {
    value.is_instruction() && matches!(value.opcode(), Opcode::PtrToInt | Opcode::PtrToAddr)
}

fn is_of_casts(user: Value) -> bool {
    user.operands().into_iter().all(is_cast)
}

/// The compiler's own check before a pointer is followed: the lowest bits, and a panic of its own. Ours asks
/// the machine.
pub fn is_checked_alignment(mask: Value) -> bool {
    let leads_to_panic = |branch: Value| {
        branch.opcode() == Opcode::Br
            && branch
                .successors()
                .into_iter()
                .flat_map(Block::instructions)
                .any(|instruction| is_alignment_panic(instruction) || alignment::is_question(instruction))
    };
    mask.users().into_iter().all(|comparison| {
        comparison.opcode() == Opcode::ICmp && comparison.users().into_iter().all(leads_to_panic)
    })
}

fn is_alignment_panic(call: Value) -> bool {
    matches!(call.opcode(), Opcode::Call | Opcode::Invoke)
        && call.callee().is_function()
        && call.callee().name().contains("panic_misaligned_pointer_dereference")
}

fn is_in_one_object(difference: Value) -> bool {
    is_of_casts(difference) && have_one_root([0, 1].map(|index| difference.operand(index).operand(0)))
}

/// The number that becomes a pointer in the way of `with_addr`: by a step from another one that is as long as
/// they are apart.
fn led_to(step: Value) -> Option<Value> {
    let [from, distance] = step.operands()[..] else { return None };
    let is_bytes = step.source_element_type().kind() == TypeKind::Integer(8);
    let is_from_there = distance.is_instruction()
        && distance.opcode() == Opcode::Sub
        && is_cast(distance.operand(1))
        && distance.operand(1).operand(0) == from;
    (is_bytes && is_from_there).then(|| distance.operand(0))
}

fn is_order_of_pointers(comparison: Value) -> bool {
    comparison.operand(0).type_of().kind() == TypeKind::Pointer
        && !is_equality(comparison)
        && !have_one_root([0, 1].map(|index| comparison.operand(index)))
}

/// Is a pointer held against a number? So compilers ask whether an address is a certain one.
fn is_with_number(comparison: Value) -> bool {
    let operands = [0, 1].map(|index| comparison.operand(index));
    is_equality(comparison)
        && operands.iter().any(|&operand| is_number(operand))
        && !operands.into_iter().all(is_number)
}

/// Is it a pointer to what lies at a number that is none of the lowest?
fn is_number(pointer: Value) -> bool {
    pointer.constant_opcode() == Some(Opcode::IntToPtr)
        && pointer.operand(0).as_const_int().is_some()
        && !is_low(pointer.operand(0))
}

/// Were both computed from one pointer, and from no other?
fn have_one_root([left, right]: [Value; 2]) -> bool {
    let root = |pointer: Value| {
        let roots = roots(pointer)?;
        (roots.len() == 1).then(|| roots.into_iter().next()).flatten()
    };
    root(left).is_some_and(|left| root(right) == Some(left))
}

/// What a pointer may have been computed from; `None` if that is too much.
fn roots(pointer: Value) -> Option<HashSet<Value>> {
    let (mut seen, mut roots, mut work) = (HashSet::new(), HashSet::new(), vec![pointer]);
    while let Some(pointer) = work.pop() {
        if !seen.insert(pointer) {
            continue;
        }
        if seen.len() > MOST_ROOTS {
            return None;
        }
        match pointer.is_instruction().then(|| pointer.opcode()) {
            Some(Opcode::GetElementPtr | Opcode::Freeze) => work.push(pointer.operand(0)),
            Some(Opcode::Select) => work.extend([pointer.operand(1), pointer.operand(2)]),
            Some(Opcode::Phi) => work.extend(pointer.incoming().into_iter().map(|(value, _)| value)),
            _ => {
                roots.insert(pointer);
            }
        }
    }
    Some(roots)
}
