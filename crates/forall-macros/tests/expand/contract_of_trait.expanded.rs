pub trait Push<T> {
    fn size(&self) -> usize;
    fn push(&mut self, item: T, name: &str, kept: String, buffer: &mut Vec<u8>);
    #[track_caller]
    #[allow(
        clippy::redundant_closure_call,
        clippy::needless_borrow,
        clippy::needless_borrows_for_generic_args,
        clippy::let_unit_value,
        clippy::ignored_unit_patterns
    )]
    fn first(&self) -> &T {
        let __call = ::forall::__private::contract::Call::of(
            const {
                &::forall::__private::contract::Function {
                    name: "Push::first",
                    module: ::core::module_path!(),
                }
            },
            ::core::any::type_name::<Self>(),
        );
        {
            #[allow(unused_imports)]
            use ::forall::__private::contract::{
                WithInvariant as _, WithoutInvariant as _,
            };
            (&&::forall::__private::contract::Object(&*self)).before(&__call);
        }
        (|| __call.invariant_before(|| self.__invariant_of_push(&__call)))();
        let __before_constraint_0 = (|| {
            __call
                .before(
                    __call.is_outermost(),
                    &::forall::__private::contract::Clause {
                        text: "self.size() >= old(self.size())",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    || (self.size(),),
                )
        })();
        let __met_0: ::forall::__private::contract::Met = (|| ::core::result::Result::Ok(()))();
        __call.required(__met_0);
        let __panic_0 = (|| {
            __call
                .panics(
                    true,
                    &::forall::__private::contract::Clause {
                        text: "self.size() == 0",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    "empty",
                    || match (&self.size(), &0) {
                        (__left, __right) => {
                            ::forall::__private::contract::compared(
                                *__left == *__right,
                                "",
                                ["self.size()", ""],
                                [
                                    &|| {
                                        use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                        (&&::forall::__private::fake::Shown(__left)).shown()
                                    },
                                    &::std::string::String::new,
                                ],
                            )
                        }
                    },
                )
        })();
        let __returns = __call.may_return(true, [&__panic_0]);
        let __ret = {
            let __ret = ::core::result::Result::unwrap_or_else(
                __call.attempted(|| -> &T { panic!("it is empty") }),
                |__payload| { (|| __call.panicked([&__panic_0], __payload))() },
            );
            (|| __call.returned(&__panic_0))();
            __ret
        };
        (|| {
            #[allow(unused_imports)]
            use ::forall::__private::contract::{
                WithInvariant as _, WithoutInvariant as _,
            };
            (&&::forall::__private::contract::Object(&*self)).after(&__call)
        })();
        (|| __call.invariant_after(|| self.__invariant_of_push(&__call)))();
        (|| {
            __call
                .constrained(
                    &::forall::__private::contract::Clause {
                        text: "self.size() >= old(self.size())",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    __before_constraint_0,
                    |(__old_0,)| {
                        let _ = &();
                        match (&self.size(), &__old_0) {
                            (__left, __right) => {
                                ::forall::__private::contract::compared(
                                    *__left >= *__right,
                                    "",
                                    ["self.size()", "old(self.size())"],
                                    [
                                        &|| {
                                            use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                            (&&::forall::__private::fake::Shown(__left)).shown()
                                        },
                                        &|| {
                                            use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                            (&&::forall::__private::fake::Shown(__right)).shown()
                                        },
                                    ],
                                )
                            }
                        }
                    },
                )
        })();
        __ret
    }
    #[doc(hidden)]
    fn __has_contract_of_size_in_push<__P>(
        &self,
        __of: ::core::marker::PhantomData<(T, __P)>,
    ) -> ::forall::__private::contract::Known
    where
        Self: ::core::marker::Sized,
    {
        ::forall::__private::contract::Known
    }
    #[doc(hidden)]
    #[allow(
        unused_variables,
        clippy::needless_borrow,
        clippy::redundant_closure_call,
        clippy::type_complexity,
        clippy::let_unit_value,
        clippy::ignored_unit_patterns,
        clippy::too_many_arguments,
        clippy::clone_on_copy,
        clippy::needless_lifetimes,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate,
        clippy::trivially_copy_pass_by_ref,
        clippy::explicit_auto_deref,
        clippy::borrow_deref_ref,
        clippy::ptr_arg,
        clippy::ref_option,
        clippy::borrowed_box,
        clippy::elidable_lifetime_names,
        clippy::used_underscore_binding,
        single_use_lifetimes,
        unused_parens,
        elided_lifetimes_in_paths
    )]
    fn __contract_of_size_in_push<__P>(
        &self,
        __of: ::core::marker::PhantomData<(T, __P)>,
        __call: &::forall::__private::contract::Call,
    ) -> ::forall::__private::contract::Inherited<
        impl ::core::ops::FnOnce(
            ::core::option::Option<&Self>,
            (),
            &::forall::__private::contract::Call,
            ::core::result::Result<&usize, &::forall::__private::contract::Payload>,
        ) -> ::core::primitive::bool + use<Self, __P, T>,
    >
    where
        Self: ::core::marker::Sized,
    {
        (|| __call.invariant_before(|| self.__invariant_of_push(__call)))();
        let __met_0: ::forall::__private::contract::Met = (|| ::core::result::Result::Ok(()))();
        let __met = __met_0;
        let __is_met = ::core::result::Result::is_ok(&__met);
        let __returns = __call.may_return(__is_met, []);
        ::forall::__private::contract::Inherited::new(
            __met,
            move |
                __this: ::core::option::Option<&Self>,
                __arguments: (),
                __call: &::forall::__private::contract::Call,
                __ended: ::core::result::Result<
                    &usize,
                    &::forall::__private::contract::Payload,
                >|
            {
                __call
                    .ended(
                        __ended,
                        |__payload| { (|| __call.must_panic([], __payload))() },
                        |__ret| {
                            {}
                            ::core::iter::Iterator::for_each(
                                ::core::option::Option::into_iter(__this),
                                |__this| {
                                    (|| {
                                        __call
                                            .invariant_after(|| __this.__invariant_of_push(__call))
                                    })();
                                },
                            );
                        },
                    )
            },
        )
    }
    #[doc(hidden)]
    fn __has_contract_of_push_in_push<__P>(
        &self,
        __of: ::core::marker::PhantomData<(T, __P)>,
    ) -> ::forall::__private::contract::Known
    where
        Self: ::core::marker::Sized,
    {
        ::forall::__private::contract::Known
    }
    #[doc(hidden)]
    #[allow(
        unused_variables,
        clippy::needless_borrow,
        clippy::redundant_closure_call,
        clippy::type_complexity,
        clippy::let_unit_value,
        clippy::ignored_unit_patterns,
        clippy::too_many_arguments,
        clippy::clone_on_copy,
        clippy::needless_lifetimes,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate,
        clippy::trivially_copy_pass_by_ref,
        clippy::explicit_auto_deref,
        clippy::borrow_deref_ref,
        clippy::ptr_arg,
        clippy::ref_option,
        clippy::borrowed_box,
        clippy::elidable_lifetime_names,
        clippy::used_underscore_binding,
        single_use_lifetimes,
        unused_parens,
        elided_lifetimes_in_paths
    )]
    fn __contract_of_push_in_push<'__l1_0, '__l3_0, __P>(
        &self,
        __of: ::core::marker::PhantomData<(T, __P)>,
        __call: &::forall::__private::contract::Call,
        item: &T,
        name: &&'__l1_0 str,
        kept: &String,
        buffer: &&'__l3_0 mut Vec<u8>,
    ) -> ::forall::__private::contract::Inherited<
        impl ::core::ops::FnOnce(
            ::core::option::Option<&Self>,
            (
                ::core::option::Option<&T>,
                ::core::option::Option<&&str>,
                ::core::option::Option<&String>,
                ::core::option::Option<&&mut Vec<u8>>,
            ),
            &::forall::__private::contract::Call,
            ::core::result::Result<&(), &::forall::__private::contract::Payload>,
        ) -> ::core::primitive::bool + use<'__l1_0, '__l3_0, Self, __P, T>,
    >
    where
        Self: ::core::marker::Sized,
    {
        let name = *name;
        let buffer = &**buffer;
        (|| __call.invariant_before(|| self.__invariant_of_push(__call)))();
        let __met_0: ::forall::__private::contract::Met = (|| {
            __call
                .met(
                    &::forall::__private::contract::Clause {
                        text: "self.size() < 3 && !name.is_empty()",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    || ::core::result::Result::and_then(
                        match (&self.size(), &3) {
                            (__left, __right) => {
                                ::forall::__private::contract::compared(
                                    *__left < *__right,
                                    "self.size() < 3",
                                    ["self.size()", ""],
                                    [
                                        &|| {
                                            use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                            (&&::forall::__private::fake::Shown(__left)).shown()
                                        },
                                        &::std::string::String::new,
                                    ],
                                )
                            }
                        },
                        |()| ::forall::__private::contract::held(
                            !name.is_empty(),
                            "!name.is_empty()",
                        ),
                    ),
                )
        })();
        let __met = __met_0;
        let __is_met = ::core::result::Result::is_ok(&__met);
        let __returns = __call.may_return(__is_met, []);
        let __before_0_0 = (|| {
            __call
                .before(
                    __returns,
                    &::forall::__private::contract::Clause {
                        text: "self.size() == old(self.size()) + 1 && buffer.len() > kept.len()",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    || (self.size(),),
                )
        })();
        let __constraint = self.__constraint_of_push(__call);
        let kept = ::core::clone::Clone::clone(kept);
        ::forall::__private::contract::Inherited::new(
            __met,
            move |
                __this: ::core::option::Option<&Self>,
                __arguments: (
                    ::core::option::Option<&T>,
                    ::core::option::Option<&&str>,
                    ::core::option::Option<&String>,
                    ::core::option::Option<&&mut Vec<u8>>,
                ),
                __call: &::forall::__private::contract::Call,
                __ended: ::core::result::Result<
                    &(),
                    &::forall::__private::contract::Payload,
                >|
            {
                __call
                    .ended(
                        __ended,
                        |__payload| {
                            let __this: &Self = (|| {
                                __call
                                    .seen(
                                        &::forall::__private::contract::Clause {
                                            text: "self.size() == old(self.size()) + 1 && buffer.len() > kept.len()",
                                            file: ::core::file!(),
                                            line: ::core::line!(),
                                        },
                                        "self",
                                        __this,
                                    )
                            })();
                            let buffer = &**(|| {
                                __call
                                    .seen(
                                        &::forall::__private::contract::Clause {
                                            text: "self.size() == old(self.size()) + 1 && buffer.len() > kept.len()",
                                            file: ::core::file!(),
                                            line: ::core::line!(),
                                        },
                                        "buffer",
                                        __arguments.3,
                                    )
                            })();
                            (|| __call.must_panic([], __payload))()
                        },
                        |__ret| {
                            {
                                let __this: &Self = (|| {
                                    __call
                                        .seen(
                                            &::forall::__private::contract::Clause {
                                                text: "self.size() == old(self.size()) + 1 && buffer.len() > kept.len()",
                                                file: ::core::file!(),
                                                line: ::core::line!(),
                                            },
                                            "self",
                                            __this,
                                        )
                                })();
                                let buffer = &**(|| {
                                    __call
                                        .seen(
                                            &::forall::__private::contract::Clause {
                                                text: "self.size() == old(self.size()) + 1 && buffer.len() > kept.len()",
                                                file: ::core::file!(),
                                                line: ::core::line!(),
                                            },
                                            "buffer",
                                            __arguments.3,
                                        )
                                })();
                                (|| {
                                    __call
                                        .ensured_by_trait(
                                            &::forall::__private::contract::Clause {
                                                text: "self.size() == old(self.size()) + 1 && buffer.len() > kept.len()",
                                                file: ::core::file!(),
                                                line: ::core::line!(),
                                            },
                                            __before_0_0,
                                            |(__old_0,)| {
                                                let _ = __ret;
                                                ::core::result::Result::and_then(
                                                    match (&__this.size(), &(__old_0 + 1)) {
                                                        (__left, __right) => {
                                                            ::forall::__private::contract::compared(
                                                                *__left == *__right,
                                                                "self.size() == old(self.size()) + 1",
                                                                ["self.size()", "old(self.size()) + 1"],
                                                                [
                                                                    &|| {
                                                                        use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                                                        (&&::forall::__private::fake::Shown(__left)).shown()
                                                                    },
                                                                    &|| {
                                                                        use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                                                        (&&::forall::__private::fake::Shown(__right)).shown()
                                                                    },
                                                                ],
                                                            )
                                                        }
                                                    },
                                                    |()| match (&buffer.len(), &kept.len()) {
                                                        (__left, __right) => {
                                                            ::forall::__private::contract::compared(
                                                                *__left > *__right,
                                                                "buffer.len() > kept.len()",
                                                                ["buffer.len()", "kept.len()"],
                                                                [
                                                                    &|| {
                                                                        use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                                                        (&&::forall::__private::fake::Shown(__left)).shown()
                                                                    },
                                                                    &|| {
                                                                        use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                                                        (&&::forall::__private::fake::Shown(__right)).shown()
                                                                    },
                                                                ],
                                                            )
                                                        }
                                                    },
                                                )
                                            },
                                        )
                                })();
                            }
                            ::core::iter::Iterator::for_each(
                                ::core::option::Option::into_iter(__this),
                                |__this| {
                                    (|| {
                                        __call
                                            .invariant_after(|| __this.__invariant_of_push(__call))
                                    })();
                                },
                            );
                            ::core::iter::Iterator::for_each(
                                ::core::iter::Iterator::zip(
                                    ::core::option::Option::into_iter(__this),
                                    ::core::iter::once(__constraint),
                                ),
                                |(__this, __constraint)| __constraint(__this, __call),
                            );
                        },
                    )
            },
        )
    }
    #[doc(hidden)]
    fn __has_contract_of_first_in_push<__P>(
        &self,
        __of: ::core::marker::PhantomData<(T, __P)>,
    ) -> ::forall::__private::contract::Known
    where
        Self: ::core::marker::Sized,
    {
        ::forall::__private::contract::Known
    }
    #[doc(hidden)]
    #[allow(
        unused_variables,
        clippy::needless_borrow,
        clippy::redundant_closure_call,
        clippy::type_complexity,
        clippy::let_unit_value,
        clippy::ignored_unit_patterns,
        clippy::too_many_arguments,
        clippy::clone_on_copy,
        clippy::needless_lifetimes,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate,
        clippy::trivially_copy_pass_by_ref,
        clippy::explicit_auto_deref,
        clippy::borrow_deref_ref,
        clippy::ptr_arg,
        clippy::ref_option,
        clippy::borrowed_box,
        clippy::elidable_lifetime_names,
        clippy::used_underscore_binding,
        single_use_lifetimes,
        unused_parens,
        elided_lifetimes_in_paths
    )]
    fn __contract_of_first_in_push<__P>(
        &self,
        __of: ::core::marker::PhantomData<(T, __P)>,
        __call: &::forall::__private::contract::Call,
    ) -> ::forall::__private::contract::Inherited<
        impl ::core::ops::FnOnce(
            ::core::option::Option<&Self>,
            (),
            &::forall::__private::contract::Call,
            ::core::result::Result<&&T, &::forall::__private::contract::Payload>,
        ) -> ::core::primitive::bool + use<Self, __P, T>,
    >
    where
        Self: ::core::marker::Sized,
    {
        (|| __call.invariant_before(|| self.__invariant_of_push(__call)))();
        let __met_0: ::forall::__private::contract::Met = (|| ::core::result::Result::Ok(()))();
        let __met = __met_0;
        let __is_met = ::core::result::Result::is_ok(&__met);
        let __panic_0 = (|| {
            __call
                .panics(
                    __is_met,
                    &::forall::__private::contract::Clause {
                        text: "self.size() == 0",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    "empty",
                    || match (&self.size(), &0) {
                        (__left, __right) => {
                            ::forall::__private::contract::compared(
                                *__left == *__right,
                                "",
                                ["self.size()", ""],
                                [
                                    &|| {
                                        use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                        (&&::forall::__private::fake::Shown(__left)).shown()
                                    },
                                    &::std::string::String::new,
                                ],
                            )
                        }
                    },
                )
        })();
        let __returns = __call.may_return(__is_met, [&__panic_0]);
        let __constraint = self.__constraint_of_push(__call);
        ::forall::__private::contract::Inherited::new(
            __met,
            move |
                __this: ::core::option::Option<&Self>,
                __arguments: (),
                __call: &::forall::__private::contract::Call,
                __ended: ::core::result::Result<
                    &&T,
                    &::forall::__private::contract::Payload,
                >|
            {
                __call
                    .ended(
                        __ended,
                        |__payload| {
                            (|| __call.must_panic([&__panic_0], __payload))()
                        },
                        |__ret| {
                            (|| __call.returned(&__panic_0))();
                            {}
                            ::core::iter::Iterator::for_each(
                                ::core::option::Option::into_iter(__this),
                                |__this| {
                                    (|| {
                                        __call
                                            .invariant_after(|| __this.__invariant_of_push(__call))
                                    })();
                                },
                            );
                            ::core::iter::Iterator::for_each(
                                ::core::iter::Iterator::zip(
                                    ::core::option::Option::into_iter(__this),
                                    ::core::iter::once(__constraint),
                                ),
                                |(__this, __constraint)| __constraint(__this, __call),
                            );
                        },
                    )
            },
        )
    }
    #[doc(hidden)]
    #[allow(
        unused_variables,
        clippy::needless_borrow,
        clippy::redundant_closure_call,
        clippy::missing_errors_doc
    )]
    fn __invariant_of_push(
        &self,
        __call: &::forall::__private::contract::Call,
    ) -> ::forall::__private::contract::Met {
        __call
            .invariant(
                &::forall::__private::contract::Clause {
                    text: "self.size() <= 3",
                    file: ::core::file!(),
                    line: ::core::line!(),
                },
                || match (&self.size(), &3) {
                    (__left, __right) => {
                        ::forall::__private::contract::compared(
                            *__left <= *__right,
                            "",
                            ["self.size()", ""],
                            [
                                &|| {
                                    use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                    (&&::forall::__private::fake::Shown(__left)).shown()
                                },
                                &::std::string::String::new,
                            ],
                        )
                    }
                },
            )
    }
    #[doc(hidden)]
    #[allow(
        unused_variables,
        clippy::needless_borrow,
        clippy::redundant_closure_call,
        clippy::must_use_candidate,
        clippy::let_unit_value,
        clippy::ignored_unit_patterns
    )]
    fn __constraint_of_push(
        &self,
        __call: &::forall::__private::contract::Call,
    ) -> impl ::core::ops::FnOnce(
        &Self,
        &::forall::__private::contract::Call,
    ) + use<Self, T>
    where
        Self: ::core::marker::Sized,
    {
        let __before_constraint_0 = (|| {
            __call
                .before(
                    __call.is_outermost(),
                    &::forall::__private::contract::Clause {
                        text: "self.size() >= old(self.size())",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    || (self.size(),),
                )
        })();
        move |__this: &Self, __call: &::forall::__private::contract::Call| {
            (|| {
                __call
                    .constrained(
                        &::forall::__private::contract::Clause {
                            text: "self.size() >= old(self.size())",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        },
                        __before_constraint_0,
                        |(__old_0,)| {
                            let _ = &();
                            match (&__this.size(), &__old_0) {
                                (__left, __right) => {
                                    ::forall::__private::contract::compared(
                                        *__left >= *__right,
                                        "",
                                        ["self.size()", "old(self.size())"],
                                        [
                                            &|| {
                                                use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                                (&&::forall::__private::fake::Shown(__left)).shown()
                                            },
                                            &|| {
                                                use ::forall::__private::fake::{ByDebug as _, ByName as _};
                                                (&&::forall::__private::fake::Shown(__right)).shown()
                                            },
                                        ],
                                    )
                                }
                            }
                        },
                    )
            })();
        }
    }
}
