import type { SDKMessage, SDKPartialAssistantMessage } from '@anthropic-ai/claude-agent-sdk'
import type { MessageName, MessageOf, ContentBlock } from '@quarterdeck/protocol'

type ByEvent<E> = E extends unknown ? Omit<SDKPartialAssistantMessage, 'event'> & { event: E } : never
type Member = Exclude<SDKMessage, SDKPartialAssistantMessage> | ByEvent<SDKPartialAssistantMessage['event']>
type NameOf<M> = M extends { type: 'stream_event'; event: { type: infer E extends string } }
  ? `stream_event/${E}`
  : M extends { type: infer T extends string; subtype: infer S extends string }
    ? `${T}/${S}`
    : M extends { type: infer T extends string }
      ? T
      : never
type Mismatch<S, O> = { [K in keyof O]-?: K extends keyof S ? (S[K] extends O[K] ? never : K) : undefined extends O[K] ? never : K }[keyof O]
type Bad<M> = M extends unknown ? NameOf<M> extends infer N extends MessageName ? (M extends MessageOf<N> ? never : `${N}: ${Mismatch<M, MessageOf<N>> & string}`) : 'unknown' : never
export const bad: Bad<Member> = 0
type A = Extract<SDKMessage, {type:'assistant'}>
type O = MessageOf<'assistant'>
type MM = Mismatch<A['message'], O['message']>
export const m1: MM = 0
type C = A['message']['content'][number]
type CB<X> = X extends unknown ? X extends ContentBlock ? never : X extends {type: infer T} ? T : never : never
export const m2: CB<C> = 0
type U = Extract<SDKMessage, {type:'user'}>
type UC = Exclude<U['message']['content'], string>[number]
export const m3: CB<UC> = 0
type X = Extract<UC, {type:'tool_result'}>
export const m4: Mismatch<X, Extract<ContentBlock,{type:'tool_result'}>> = 0
export const m5: Mismatch<A, O> = 0
export const m6: A['context_usage'] = 0
export const m7: Exclude<keyof A, keyof O> = 0
type Missing<M> = M extends unknown ? NameOf<M> extends infer N extends MessageName ? `${N}: ${Exclude<keyof M, keyof MessageOf<N>> & string}` : never : never
export const m8: Missing<Member> = 0
