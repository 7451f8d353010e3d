import { collectDefaultMetrics, Registry } from 'prom-client'

/** The metrics of Node and of the process, which services in one process share. */
export const nodeMetrics = new Registry()
collectDefaultMetrics({ register: nodeMetrics })
