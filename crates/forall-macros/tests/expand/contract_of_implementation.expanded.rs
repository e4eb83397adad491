impl Push<u8> for Stack {
    #[track_caller]
    #[allow(
        clippy::redundant_closure_call,
        clippy::needless_borrow,
        clippy::needless_borrows_for_generic_args,
        clippy::let_unit_value,
        clippy::ignored_unit_patterns
    )]
    fn push(&mut self, item: u8, __argument_1: (u8, u8), buffer: &mut Vec<u8>) {
        let __call = ::forall::__private::contract::Call::of(
            const {
                &::forall::__private::contract::Function {
                    name: "<Stack as Push<u8>>::push",
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
        let __inherited = {
            #[allow(unused_imports)]
            use Push as _;
            #[allow(dead_code, non_camel_case_types, single_use_lifetimes)]
            trait __Free<__S: ?::core::marker::Sized> {
                fn __contract_of_push_in_push<__P, __R, __0, __1, __2>(
                    &self,
                    _: ::core::marker::PhantomData<__P>,
                    _: &::forall::__private::contract::Call,
                    _: &__0,
                    _: &__1,
                    _: &__2,
                ) -> ::forall::__private::contract::Inherited<
                    fn(
                        ::core::option::Option<&__S>,
                        (
                            ::core::option::Option<&__0>,
                            ::core::option::Option<&__1>,
                            ::core::option::Option<&__2>,
                        ),
                        &::forall::__private::contract::Call,
                        ::core::result::Result<
                            &__R,
                            &::forall::__private::contract::Payload,
                        >,
                    ) -> ::core::primitive::bool,
                >;
            }
            #[allow(non_camel_case_types, single_use_lifetimes)]
            impl<__S: ?::core::marker::Sized> __Free<__S> for &__S {
                fn __contract_of_push_in_push<__P, __R, __0, __1, __2>(
                    &self,
                    _: ::core::marker::PhantomData<__P>,
                    _: &::forall::__private::contract::Call,
                    _: &__0,
                    _: &__1,
                    _: &__2,
                ) -> ::forall::__private::contract::Inherited<
                    fn(
                        ::core::option::Option<&__S>,
                        (
                            ::core::option::Option<&__0>,
                            ::core::option::Option<&__1>,
                            ::core::option::Option<&__2>,
                        ),
                        &::forall::__private::contract::Call,
                        ::core::result::Result<
                            &__R,
                            &::forall::__private::contract::Payload,
                        >,
                    ) -> ::core::primitive::bool,
                > {
                    ::forall::__private::contract::uninherited(|_, _, _, _| false)
                }
            }
            (&*self)
                .__contract_of_push_in_push(
                    ::core::marker::PhantomData::<(u8, ())>,
                    &__call,
                    &item,
                    &__argument_1,
                    &buffer,
                )
        };
        __call
            .inherits(
                &__inherited,
                true,
                ::core::any::type_name_of_val(&<Self as Push<u8>>::push),
                "Push",
            );
        let (a, b) = __argument_1;
        let __met_0: ::forall::__private::contract::Met = (|| {
            __call
                .met(
                    &::forall::__private::contract::Clause {
                        text: "item > 0",
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                    || match (&item, &0) {
                        (__left, __right) => {
                            ::forall::__private::contract::compared(
                                *__left > *__right,
                                "",
                                ["item", ""],
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
        __call.required(__met_0);
        let __returns = __call.may_return(true, []);
        let __ret = {
            let __ret = ::core::result::Result::unwrap_or_else(
                __call
                    .attempted(|| {
                        let buffer = &mut *buffer;
                        let mut buffer = buffer;
                        buffer.extend([item, a, b]);
                    }),
                |__payload| {
                    let __must = (|| __call.must_panic([], &__payload))();
                    let __must = [
                        __must,
                        __inherited
                            .after()(
                            ::core::option::Option::Some((&*self)),
                            (
                                ::core::option::Option::None,
                                ::core::option::Option::None,
                                ::core::option::Option::Some(&buffer),
                            ),
                            &__call,
                            ::core::result::Result::Err(&__payload),
                        ),
                    ];
                    __call.unwound(__must, __payload)
                },
            );
            __ret
        };
        let _: ::core::primitive::bool = __inherited
            .after()(
            ::core::option::Option::Some((&*self)),
            (
                ::core::option::Option::None,
                ::core::option::Option::None,
                ::core::option::Option::Some(&buffer),
            ),
            &__call,
            ::core::result::Result::Ok(&__ret),
        );
        (|| {
            #[allow(unused_imports)]
            use ::forall::__private::contract::{
                WithInvariant as _, WithoutInvariant as _,
            };
            (&&::forall::__private::contract::Object(&*self)).after(&__call)
        })();
        __ret
    }
}
