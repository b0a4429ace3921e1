import type { AnswerOf, ParamsOf, QueryOf, RouteName, Routes, SentBodyOf } from '@quarterdeck/contract/routes'

type Nothing = Readonly<Record<never, never>>

/** A part of a call: none where the route takes none, optional where nothing in it is required. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: never }
  : Nothing extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T }

/** What a route is asked with: the parts of its path, its query and its body. */
export type Asked<N extends RouteName> = Part<
  'params',
  keyof ParamsOf<Routes[N]> extends never ? undefined : ParamsOf<Routes[N]>
> &
  Part<'query', QueryOf<Routes[N]>> &
  Part<'body', SentBodyOf<Routes[N]>>

/** What a route answers with. */
export type AnswerTo<N extends RouteName> = AnswerOf<Routes[N]>

/** The names of the routes that only read. */
export type ReadName = Extract<RouteName, `GET ${string}`>

/** The same without the types of a certain route. */
export interface AnyAsked {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}
