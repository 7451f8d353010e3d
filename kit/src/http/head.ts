/** Largest head of a request to the gateway, in bytes: Node's default. */
export const HEAD_BYTES = 16_384

/** Largest head of a request to a service behind the gateway, which adds headers of its own. */
export const INNER_HEAD_BYTES = HEAD_BYTES + 4_096

/**
 * Largest head of an answer from redirect: its Location has the URL of the link, six UTM values and
 * the visitor's query, each percent-encoded.
 */
export const ANSWER_HEAD_BYTES = 131_072
