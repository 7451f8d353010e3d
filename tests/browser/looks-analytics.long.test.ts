import { describe, it } from 'vitest'
import { expectAccessible, LOOKS, openDashboard } from './dashboard.ts'
import { browser, link, useVisitedLink } from './visited-link.ts'

useVisitedLink()

describe.each(LOOKS)('$name', (look) => {
  it('is accessible, with and without clicks', async () => {
    const some = await openDashboard(browser, `/analytics?link_id=${link.id}`, { look })
    await some.page.getByRole('button', { name: /Czechia/ }).waitFor()
    await some.page.getByText(/significant difference|more than chance/).waitFor()
    await expectAccessible(some.page)
    await some.page.getByRole('button', { name: /^Visitors/ }).click()
    await some.page.getByRole('heading', { name: /^Visitors over time/ }).waitFor()
    await expectAccessible(some.page)
    await some.page.getByRole('button', { name: 'Filter', exact: true }).click()
    await some.page.getByRole('combobox', { name: 'Country' }).waitFor()
    await expectAccessible(some.page)
    await some.page.keyboard.press('Escape')
    await some.page.getByRole('button', { name: 'Compare', exact: true }).click()
    await some.page.getByRole('checkbox').first().click()
    await expectAccessible(some.page)
    await some.page.keyboard.press('Escape')
    await some.page.getByRole('button', { name: /^Period/ }).click()
    await some.page.getByRole('menuitem', { name: 'Yesterday' }).waitFor()
    await expectAccessible(some.page)
    await some.page.getByRole('menuitem', { name: /Other days/ }).click()
    await some.page.getByLabel('Last day').fill('2020-01-01')
    await some.page.getByText('The last day is before the first.').waitFor()
    await expectAccessible(some.page)
    await some.close()
    const none = await openDashboard(browser, '/analytics?city=Nowhere', { look })
    await none.page.getByText('No clicks in this period').first().waitFor()
    await expectAccessible(none.page)
    await none.close()
  })
})
