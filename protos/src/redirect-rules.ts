/**
 * The kinds of rules that choose between the destinations of a link, in order of precedence: link
 * compiles them into the slug record in this order.
 */
export const RULE_KINDS = ['ios', 'android', 'geo', 'ab'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** Names a rule of a link in slug records, clicks and dry runs; list items by their id. */
export type Variant = RuleKind | `${RuleKind}:${number}`
