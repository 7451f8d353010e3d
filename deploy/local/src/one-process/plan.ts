/** The environment variable with the plans of the services; not an argument, as they contain secrets. */
export const PLANS = 'FINGERPOST_SERVICES'

/** How one service is run within the process. */
export interface ServicePlan {
  name: string
  /** Its main module, relative to the root. */
  entry: string
  logFile: string
  /** Its settings that differ from the environment of the process. */
  env: Record<string, string>
}

/** The environment of a service within a process with this environment. */
export function environmentOf({ env }: ServicePlan, around: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { [PLANS]: _, ...common } = around
  return { ...common, ...env }
}

/** The plans in the environment of a process; none if it runs a single service. */
export const readPlans = (env: NodeJS.ProcessEnv): ServicePlan[] => JSON.parse(env[PLANS] ?? '[]')

/** Splits the environments of the services into what is equal in all and the rest of each. */
export function shareEnvironment(services: readonly { env: NodeJS.ProcessEnv }[]) {
  const [first, ...others] = services.map(({ env }) => env)
  const isCommon = (name: string, value: string | undefined) =>
    others.every((env) => env[name] === value)
  const common = Object.fromEntries(
    Object.entries(first ?? {}).filter(([name, value]) => isCommon(name, value)),
  )
  const own = services.map(({ env }) =>
    Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) =>
        name in common || value === undefined ? [] : [[name, value] as const],
      ),
    ),
  )
  return { common, own }
}
