declare module 'html-encoding-sniffer' {
  /** The name of the encoding of a page, from its first bytes and what its header says. */
  const sniff: (
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ) => string
  export = sniff
}
