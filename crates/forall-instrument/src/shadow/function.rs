//! One function: its prologue, its phis, and the dispatch over its instructions.

use super::leaves::{Leaf, LeafKind, leaves};
use super::plan::Plan;
use super::symbolic::symbolic_values;
use super::{MAX_WORDS, Shadowing, choices, defined, fast, slow, unwinding};
use crate::addresses;
use crate::llvm::{Block, Location, Opcode, Scope, Type, Value};
use crate::origin::Origin;
use crate::sites::function_name;
use forall_protocol::hooks::{ELSEWHERE, Hook};
use std::collections::{HashMap, HashSet};

/// The function at work.
pub struct FunctionShadow<'a> {
    pub all: &'a mut Shadowing,
    pub function: Value,
    /// Which of its copies.
    pub pace: Pace,
    /// Index of its name among the texts.
    pub name: u32,
    /// Is it of the tested package's own code?
    pub own: bool,
    /// In own code: what the place was when the function was entered.
    pub outer_place: Option<Value>,
    /// Blocks that lead straight to a panic, or that one has led to.
    pub panics: HashSet<Block>,
    symbolic: HashSet<Value>,
    shadows: HashMap<Value, Vec<Value>>,
    /// Stack slots of the slow copy, with those of their shadows.
    slots: HashMap<Value, Vec<Value>>,
    /// Calls that a hook replaced, with its result: erased when all code is in place.
    pub replaced: Vec<(Value, Value)>,
    /// How many choices were met at a source location.
    pub ordinals: HashMap<Location, u32>,
    /// [`ELSEWHERE`] while an instruction of another package is at work.
    pub elsewhere: u32,
}

/// The copies of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Nothing is symbolic; hands over to the slow copy when that ends.
    Fast,
    /// With shadows, entered from the fast copy.
    Slow,
    /// With shadows, and alone: a function that cannot be copied.
    Only,
}

/// Attributes that promise something hooks do not keep.
const BROKEN_PROMISES: [&str; 7] =
    ["memory", "speculatable", "nosync", "nofree", "norecurse", "willreturn", "nocallback"];

/// Attributes that exclude, or are excluded by, not optimising.
const OPTIMISE: [&str; 4] = ["alwaysinline", "optsize", "minsize", "inlinehint"];

pub fn instrument(all: &mut Shadowing, function: Value) {
    let own = all.sites.is_own(function);
    let name = all.sites.text(&function_name(&function.name()));
    let symbolic = symbolic_values(function);
    for attribute in BROKEN_PROMISES {
        function.remove_function_attribute(attribute);
    }
    let blocks = reverse_postorder(function);
    let mut panics = unwinding::unwinding(&blocks);
    panics.extend(blocks.iter().copied().filter(|&block| choices::panics(block)));
    fast::forget_lifetimes(&blocks);
    let plan = Plan::new(all.module, &all.builder, function, blocks.clone(), |call| all.is_watched(call));
    let mut shadow = FunctionShadow {
        all,
        function,
        pace: Pace::Only,
        name,
        own,
        outer_place: None,
        panics,
        symbolic,
        shadows: HashMap::new(),
        slots: HashMap::new(),
        replaced: Vec::new(),
        ordinals: HashMap::new(),
        elsewhere: 0,
    };
    let Some(plan) = plan else { return shadow.instrument_alone(&blocks) };
    let arguments: usize = function.parameters().iter().map(|p| shadow.leaves(p.type_of()).len()).sum();
    let slow = plan.is_watchful(arguments > 0).then(|| shadow.instrument_slow(&plan));
    shadow.pace = Pace::Fast;
    shadow.instrument_fast(&plan, slow);
}

impl FunctionShadow<'_> {
    fn instrument_alone(&mut self, blocks: &[Block]) {
        let program: Vec<Vec<Value>> = blocks.iter().map(|block| block.instructions()).collect();
        self.all.builder.before(program[0][0]);
        self.begin();
        // The shadows are meant for this function only if the caller said so: others know nothing of shadows.
        let meant = self.all.is_meant_for(self.function);
        self.all.forget_callee();
        self.take_arguments(meant, self.function.parameters());
        self.shadow_code(&program, blocks);
    }

    /// The slow copy, with shadows.
    fn instrument_slow(&mut self, plan: &Plan) -> Value {
        let slow::Slow { function, parts, panics, symbolic, slots, entry, from_the_start } =
            slow::copy(self.all, self.function, plan, &self.symbolic, &self.panics);
        let (original, all) = (self.function, &mut *self.all);
        for attribute in OPTIMISE {
            function.remove_function_attribute(attribute);
        }
        for attribute in ["noinline", "optnone", "cold"] {
            function.add_function_attribute(all.module.context, attribute);
        }
        let mut shadow = FunctionShadow {
            all,
            function,
            pace: Pace::Slow,
            name: self.name,
            own: self.own,
            outer_place: None, // the fast copy restores it
            panics,
            symbolic,
            shadows: HashMap::new(),
            slots,
            replaced: Vec::new(),
            ordinals: HashMap::new(),
            elsewhere: 0,
        };
        let program: Vec<Vec<Value>> = parts.iter().map(|block| block.instructions()).collect();
        shadow.all.builder.before(entry);
        let parameters = function.parameters();
        shadow.take_arguments(from_the_start, parameters[..original.parameters().len()].to_vec());
        shadow.shadow_code(&program, &parts);
        function
    }

    /// Adds shadows to the program's own instructions.
    fn shadow_code(&mut self, program: &[Vec<Value>], blocks: &[Block]) {
        self.make_phis(program);
        self.all.forget_hooks();
        program.iter().flatten().for_each(|&instruction| defined::define(&self.all.builder, instruction));
        for instructions in program {
            for (index, &instruction) in instructions.iter().enumerate() {
                let symbolic = instruction.operands().into_iter().any(|operand| self.has_shadow(operand));
                self.instruction(instruction, instructions.get(index + 1).copied());
                self.take_down(instruction, symbolic);
            }
        }
        self.fill_phis(program, blocks);
        program.iter().flatten().for_each(|&i| defined::define_result(self.all.module, &self.all.builder, i));
        self.erase_replaced();
    }

    pub fn erase_replaced(&mut self) {
        for (call, _) in std::mem::take(&mut self.replaced) {
            call.erase();
        }
    }
}

impl FunctionShadow<'_> {
    /// Shadows of a value, one a leaf.
    pub fn shadow(&self, value: Value) -> Vec<Value> {
        match self.shadows.get(&value) {
            Some(shadows) => shadows.clone(),
            None => vec![self.all.zero(); self.leaves(value.type_of()).len()],
        }
    }

    pub fn has_shadow(&self, value: Value) -> bool {
        self.shadows.contains_key(&value)
    }

    pub fn may_be_symbolic(&self, value: Value) -> bool {
        self.symbolic.contains(&value)
    }

    /// Shadow of a scalar.
    pub fn scalar_shadow(&self, value: Value) -> Value {
        self.shadow(value).first().copied().unwrap_or(self.all.zero())
    }

    pub fn set_shadow(&mut self, value: Value, shadows: Vec<Value>) {
        if shadows.iter().any(|&s| s != self.all.zero()) {
            self.shadows.insert(value, shadows);
        }
    }

    pub fn leaves(&self, ty: Type) -> Vec<Leaf> {
        leaves(self.all.module, ty)
    }

    pub fn is_zero(&self, shadow: Value) -> bool {
        shadow == self.all.zero()
    }

    /// The site of an instruction at which nothing is chosen.
    pub fn place(&mut self, instruction: Value) -> Value {
        let site = self.all.sites.place(instruction, self.name);
        self.all.site(site)
    }

    /// Shadows or-ed together: 0 when all are.
    pub fn any_of(&self, shadows: impl IntoIterator<Item = Value>) -> Value {
        let mut any = self.all.zero();
        for shadow in shadows {
            if self.is_zero(any) {
                any = shadow;
            } else if !self.is_zero(shadow) {
                any = self.all.builder.binary(crate::llvm::BinOp::Or, any, shadow);
            }
        }
        any
    }

    /// Reports an instruction that is not modelled when any of the shadows is symbolic.
    pub fn unsupported(&mut self, instruction: Value, what: &str, shadows: impl IntoIterator<Item = Value>) {
        let any = self.any_of(shadows);
        if !self.is_zero(any) {
            let site = self.place(instruction);
            let what = self.all.text(what);
            self.all.hook(Hook::Unsupported, &[site, what, any]);
        }
    }

    /// What every function begins with, before anything in it is shadowed.
    pub fn begin(&mut self) {
        if super::is_panic_entry(&self.function.name()) {
            self.all.hook(Hook::Mute, &[]);
        }
        if let Some(what) = crate::process::tells(&self.function.name()) {
            self.leave(self.function.blocks()[0].insertion_point(), what);
        }
        if self.own {
            let b = &self.all.builder;
            self.outer_place = Some(b.load(b.int_type(32), self.all.words.place));
        }
        self.take_copies();
    }

    /// Takes over the shadows of the arguments, if they are meant for this call.
    fn take_arguments(&mut self, meant: Value, parameters: Vec<Value>) {
        let mut word = 0;
        for parameter in parameters {
            let mut shadows = Vec::new();
            for leaf in self.leaves(parameter.type_of()) {
                let b = &self.all.builder;
                let known = word < MAX_WORDS && matches!(leaf.kind, LeafKind::Scalar(_));
                shadows.push(if known {
                    let given = b.load(b.int_type(32), b.offset(self.all.words.arguments, 4 * word as u64));
                    b.select(meant, given, self.all.zero())
                } else {
                    self.all.zero()
                });
                word += 1;
            }
            self.set_shadow(parameter, shadows);
        }
    }

    /// Shadow phis must stand before all other code; their operands are filled in at the end.
    fn make_phis(&mut self, program: &[Vec<Value>]) {
        for block in program {
            for phi in phis(block) {
                if !self.symbolic.contains(&phi) || phi.incoming().len() == 1 {
                    continue;
                }
                let b = &self.all.builder;
                b.before(phi);
                let leaves = self.leaves(phi.type_of());
                let shadows = leaves
                    .iter()
                    .map(|leaf| match leaf.kind {
                        LeafKind::Scalar(_) => b.phi(b.int_type(32)),
                        LeafKind::Opaque(_) => self.all.zero(),
                    })
                    .collect();
                self.set_shadow(phi, shadows);
            }
        }
    }

    fn fill_phis(&mut self, program: &[Vec<Value>], reachable: &[Block]) {
        let reachable: HashSet<Block> = reachable.iter().copied().collect();
        for block in program {
            for phi in phis(block) {
                let incoming = phi.incoming();
                if incoming.len() == 1 {
                    continue;
                }
                let Some(shadows) = self.shadows.get(&phi).cloned() else { continue };
                for (value, from) in incoming {
                    let given = if reachable.contains(&from) { self.shadow(value) } else { Vec::new() };
                    for (leaf, &shadow) in shadows.iter().enumerate() {
                        if !self.is_zero(shadow) {
                            shadow.add_incoming(given.get(leaf).copied().unwrap_or(self.all.zero()), from);
                        }
                    }
                }
            }
        }
    }

    fn instruction(&mut self, instruction: Value, next: Option<Value>) {
        use Opcode::*;
        self.all.builder.before(instruction);
        self.elsewhere = self.is_elsewhere(instruction);
        match instruction.opcode() {
            Phi => {
                if let [(value, _)] = instruction.incoming()[..] {
                    let shadows = self.shadow(value);
                    self.set_shadow(instruction, shadows);
                }
            }
            Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor => {
                self.arithmetic(instruction)
            }
            ICmp => self.comparison(instruction),
            FAdd | FSub | FMul | FDiv | FRem => self.float_arithmetic(instruction),
            FCmp => self.float_comparison(instruction),
            UIToFP | SIToFP | FPToUI | FPToSI | FPTrunc | FPExt => self.float_conversion(instruction),
            PtrToInt | PtrToAddr => {
                self.note_alignment(instruction);
                self.cast(instruction);
            }
            Trunc | ZExt | SExt | IntToPtr | AddrSpaceCast => self.cast(instruction),
            BitCast => self.same_bits(instruction),
            ExtractElement => self.extract_element(instruction),
            InsertElement => self.insert_element(instruction),
            ShuffleVector => self.shuffle(instruction),
            Select => self.select(instruction),
            Freeze => {
                let shadows = self.shadow(instruction.operand(0));
                self.set_shadow(instruction, shadows);
            }
            ExtractValue => self.extract_value(instruction),
            InsertValue => self.insert_value(instruction),
            GetElementPtr => self.element_pointer(instruction),
            Load if self.slots.contains_key(&instruction.operand(0)) => self.reload(instruction),
            Load => {
                self.note_detection(instruction);
                self.load(instruction);
            }
            Store if self.slots.contains_key(&instruction.operand(1)) => self.save(instruction),
            Store => self.store(instruction),
            Alloca => self.alloca(instruction, next.expect("no block ends in an alloca")),
            AtomicCmpXchg => self.compare_exchange(instruction, next.expect("no block ends so")),
            AtomicRmw => self.read_modify_write(instruction, next.expect("no block ends so")),
            Br if instruction.is_conditional() => self.branch(instruction),
            Switch => self.switch(instruction),
            Ret => self.ret(instruction),
            Call | Invoke | CallBr => self.call(instruction, next),
            Br | Unreachable | Fence | LandingPad | Resume => {}
            other => {
                let shadows: Vec<Value> = instruction
                    .operands()
                    .into_iter()
                    .flat_map(|operand| self.known_shadow(operand))
                    .collect();
                self.unsupported(instruction, &description(other), shadows);
            }
        }
        self.yielded(instruction);
    }

    /// The flag of operations that say something else of addresses when they are of another package, or the
    /// compiler's own.
    fn is_elsewhere(&mut self, instruction: Value) -> u32 {
        use Opcode::{And, Call, ICmp, Sub, URem};
        if !matches!(instruction.opcode(), And | Call | ICmp | Sub | URem) {
            return 0;
        }
        if instruction.opcode() == And && addresses::is_checked_alignment(instruction) {
            return ELSEWHERE;
        }
        let scopes = Scope::around(self.all.module.context, self.function, instruction);
        let Some(&scope) = scopes.first() else { return 0 };
        let Shadowing { origins, sites, .. } = &mut *self.all;
        if origins.of(sites, scope) == Origin::Dependency { ELSEWHERE } else { 0 }
    }

    /// A value comes back from its slot, its shadows from theirs.
    fn reload(&mut self, load: Value) {
        let b = &self.all.builder;
        let addresses = &self.slots[&load.operand(0)];
        let shadows = addresses.iter().map(|&address| b.load(b.int_type(32), address)).collect();
        self.set_shadow(load, shadows);
    }

    fn save(&mut self, store: Value) {
        let shadows = self.shadow(store.operand(0));
        for (&shadow, &address) in shadows.iter().zip(&self.slots[&store.operand(1)]) {
            self.all.builder.store(shadow, address);
        }
    }

    /// Shadows of an operand that may be anything, labels and metadata included.
    fn known_shadow(&self, operand: Value) -> Vec<Value> {
        self.shadows.get(&operand).cloned().unwrap_or_default()
    }
}

/// What a reader would call an operation that is not modelled.
fn description(opcode: Opcode) -> String {
    use Opcode::*;
    match opcode {
        FNeg => "floating-point arithmetic".into(),
        other => format!("{other:?} instruction"),
    }
}

fn phis(block: &[Value]) -> impl Iterator<Item = Value> + use<'_> {
    block.iter().copied().take_while(|i| i.opcode() == Opcode::Phi)
}

/// Blocks that can be reached, each after all that dominate it.
pub fn reverse_postorder(function: Value) -> Vec<Block> {
    let entry = function.blocks()[0];
    let mut seen = HashSet::from([entry]);
    let mut order = Vec::new();
    let mut stack = vec![(entry, entry.terminator().successors())];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.pop() {
            Some(next) if seen.insert(next) => stack.push((next, next.terminator().successors())),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
