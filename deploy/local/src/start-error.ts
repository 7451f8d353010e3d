/** Something the operator can be told and can mend: shown as its message, without a stack. */
export class StartError extends Error {}
