/** The limits of quotas when no setting changes them, by setting. */
export const defaultLimits = <Setting extends string>(
  quotas: Readonly<Record<string, { setting: Setting; default: number }>>,
) =>
  Object.fromEntries(
    Object.values(quotas).map(({ setting, default: limit }) => [setting, limit]),
  ) as Record<Setting, number>
