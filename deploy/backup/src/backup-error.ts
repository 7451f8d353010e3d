/** A backup cannot be created or restored; the message is for the operator. */
export class BackupError extends Error {}
