import { type OBJECTS, type ObjectQuota, objectsOf, type Service } from './objects.ts'

type Limited<Owner extends Service> = {
  [Name in keyof (typeof OBJECTS)[Owner]]: (typeof OBJECTS)[Owner][Name] extends {
    quota: ObjectQuota
  }
    ? Name
    : never
}[keyof (typeof OBJECTS)[Owner]]

/** The quotas of a service by the name of the object. */
export type QuotasOf<Owner extends Service> = {
  [Name in Limited<Owner>]: Extract<(typeof OBJECTS)[Owner][Name], { quota: ObjectQuota }>['quota']
}

/** The quotas of a service by the name of the object. */
export const quotasOf = <Owner extends Service>(service: Owner): QuotasOf<Owner> =>
  Object.fromEntries(
    objectsOf(service).flatMap(([name, { quota }]) => (quota ? [[name, quota]] : [])),
  ) as QuotasOf<Owner>
