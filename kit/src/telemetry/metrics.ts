import { Registry } from 'prom-client'

/** The metrics of this service. */
export const metrics = new Registry()
