// fmod/nn/structure.hpp: do parameters have the names and element types that a model declares? if not, one error says all
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/tower/level.hpp>
#include <fmod/tree/leaf_types.hpp>
#include <fmod/tree/structure.hpp>

namespace fm {
struct Param;

namespace wrong {
template <class... Names> struct missing {};
template <class... Names> struct unexpected {};
template <class Path, class Element> struct element_of {};
template <class Element> struct element_of_argument {};
template <class... Info> inline constexpr bool parameters_do_not_fit = false;
template <class... Info> inline constexpr bool element_types_differ = false;
template <class... Info> inline constexpr bool tied_twice = false;
}  // namespace wrong

namespace nn::detail {

// ---- all leaves of a tree type with their paths; "*" stands for each element of a vector. Evaluated only for errors.
template <fixed_string Path, class Leaf> struct entry {
  using shown = wrong::show<Path>;
  using leaf = Leaf;
};
template <class... Lists> using concat = typename tree::detail::concat_<tree::types<>, Lists...>::type;

template <fixed_string P, class T> auto entries();
template <fixed_string P, fixed_string... N, class... T> auto entries_of(name_list<N...>, tree::types<T...>) {
  return concat<decltype(nn::detail::entries<tree::detail::join<P, N>(), T>())...>{};
}
template <fixed_string P, class T> auto entries() {
  constexpr tree::kind k = tree::kind_of<T>;
  if constexpr (k == tree::kind::none)
    return tree::types<>{};
  else if constexpr (tree::detail::is_record(k))
    return nn::detail::entries_of<P>(tree::detail::names_of<T>{}, tree::detail::parts_of<T>{});
  else if constexpr (tree::detail::is_sequence(k))
    return nn::detail::entries<tree::detail::join<P, "*">(), typename T::value_type>();
  else if constexpr (k == tree::kind::optional)
    return nn::detail::entries<P, typename T::value_type>();
  else
    return tree::types<entry<P, T>>{};
}
template <class T> using all_entries = decltype(nn::detail::entries<"", T>());

template <class Shown, class List> inline constexpr bool has_path = false;
template <class Shown, class... E>
inline constexpr bool has_path<Shown, tree::types<E...>> = (std::is_same_v<Shown, typename E::shown> || ...);
/// Those entries of a list that another list has not, as a noun of the error.
template <template <class...> class Noun, class Other, class Done, class... E> struct only_here;
template <template <class...> class Noun, class Other, class... Done>
struct only_here<Noun, Other, tree::types<Done...>> {
  using type = Noun<Done...>;
};
template <template <class...> class Noun, class Other, class... Done, class E, class... Rest>
struct only_here<Noun, Other, tree::types<Done...>, E, Rest...>
    : only_here<Noun, Other,
                std::conditional_t<has_path<typename E::shown, Other>, tree::types<Done...>,
                                   tree::types<Done..., typename E::shown>>,
                Rest...> {};
template <template <class...> class Noun, class List, class Other> struct difference;
template <template <class...> class Noun, class... E, class Other>
struct difference<Noun, tree::types<E...>, Other> : only_here<Noun, Other, tree::types<>, E...> {};

template <class List> struct shown_paths;
template <class... E> struct shown_paths<tree::types<E...>> { using type = wrong::names<typename E::shown...>; };

/// Raises the error there is, if any; true if there is none.
template <class Spec, class P> constexpr bool check_names() {
  if constexpr (!tree::same_structure_v<Spec, P>) {
    using want = all_entries<Spec>;
    using given = all_entries<P>;
    static_assert(wrong::parameters_do_not_fit<typename difference<wrong::missing, want, given>::type,
                                               typename difference<wrong::unexpected, given, want>::type,
                                               typename shown_paths<want>::type>,
                  "fm::functional_call: the parameters do not have the names that the model declares: see missing, "
                  "unexpected, and the list of names");
  }
  return tree::same_structure_v<Spec, P>;
}

// ---- element types
template <class S> constexpr bool same_element(tree::types<>) { return true; }
template <class S, class L, class... R> constexpr bool same_element(tree::types<L, R...>) {
  using E = tower::element_t<L>;
  return (!Real<E> || std::is_same_v<E, S>)&&nn::detail::same_element<S>(tree::types<R...>{});
}
template <class... L> struct first_real { using type = void; };
template <class L, class... R>
struct first_real<L, R...>
    : std::conditional_t<Real<tower::element_t<L>>, tower::element<tower::base_t<L>>, first_real<R...>> {};
template <class List> struct first_real_of;
template <class... L> struct first_real_of<tree::types<L...>> : first_real<L...> {};

/// The first parameter (no buffer) whose element type is not that of the first one.
template <class First, class... Pairs> struct odd_one { static constexpr bool found = false; };
template <class D, class E> struct declared {};
template <class First, class D, class E, class... Rest>
struct odd_one<First, declared<D, E>, Rest...> : odd_one<First, Rest...> {};
template <class First, class E, class... Rest>
requires(!std::is_same_v<tower::element_t<typename E::leaf>,
                         tower::element_t<typename First::leaf>>) struct odd_one<First, declared<Param, E>, Rest...> {
  static constexpr bool found = true;
  using info = tree::types<wrong::element_of<typename First::shown, tower::element_t<typename First::leaf>>,
                           wrong::element_of<typename E::shown, tower::element_t<typename E::leaf>>>;
};
template <class Spec, class Given> struct compare_elements;
template <class Shown, class... E> struct entry_at {};
template <class Shown, class E, class... R>
struct entry_at<Shown, E, R...>
    : std::conditional_t<std::is_same_v<Shown, typename E::shown>, std::type_identity<E>, entry_at<Shown, R...>> {};
template <class... D, class... E> struct compare_elements<tree::types<D...>, tree::types<E...>> {
  // In the order of the spec: the parameters may be in another.
  template <class First, class... Rest> static constexpr auto find(tree::types<declared<Param, First>, Rest...>) {
    return odd_one<First, Rest...>{};
  }
  template <class S, class Other, class... Rest> static constexpr auto find(tree::types<declared<S, Other>, Rest...>) {
    return find(tree::types<Rest...>{});
  }
  static constexpr auto find(tree::types<>) { return odd_one<void>{}; }
  using type =
      decltype(find(tree::types<declared<typename D::leaf, typename entry_at<typename D::shown, E...>::type>...>{}));
};
template <class... I> constexpr void elements_differ(tree::types<I...>) {
  static_assert(wrong::element_types_differ<I...>,
                "fm::functional_call: two parameters have different element types, and there is no implicit promotion; "
                "convert with fm::cast<S>");
}
template <class S, class X> constexpr bool argument_fits() {
  if constexpr (!tower::Value<X>)
    return true;
  else if constexpr (tower::is_scalar<X> || !Real<tower::element_t<X>> || !Real<S>)
    return true;
  else
    return std::is_same_v<tower::element_t<X>, S>;
}
template <class S, class X> constexpr bool check_argument() {
  if constexpr (!nn::detail::argument_fits<S, X>())
    static_assert(wrong::element_types_differ<wrong::element_of<wrong::show<"parameters">, S>,
                                              wrong::element_of_argument<tower::element_t<X>>>,
                  "fm::functional_call: parameters and argument have different element types, and there is no implicit "
                  "promotion; convert with fm::cast<S>");
  return nn::detail::argument_fits<S, X>();
}
template <class Spec, class P, class... X> constexpr bool check_elements() {
  using S = typename first_real_of<tree::leaf_types<P>>::type;
  if constexpr (!nn::detail::same_element<S>(tree::leaf_types<P>{})) {
    using found = typename compare_elements<all_entries<Spec>, all_entries<P>>::type;
    if constexpr (found::found) nn::detail::elements_differ(typename found::info{});
    return !found::found;
  } else {
    return (nn::detail::check_argument<S, X>() && ...);
  }
}

}  // namespace nn::detail
}  // namespace fm
