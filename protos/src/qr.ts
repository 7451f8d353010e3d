/** Modules of the quiet zone, without which scanners do not find a QR code (ISO/IEC 18004 §9.1). */
export const QUIET_ZONE = 4
