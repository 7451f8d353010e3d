const NAME = 'fingerpost.domain'

/** The domain of the link that was created last in this browser; new links begin on it. */
export const lastDomain = (): number => Number(localStorage.getItem(NAME))

export const storeLastDomain = (id: number): void => localStorage.setItem(NAME, `${id}`)
