declare module 'html-encoding-sniffer' {
  /** The encoding of a page, from its first bytes and its Content-Type header. */
  const sniff: (
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ) => string
  export = sniff
}
