import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StudentLinks } from './student-links'

const linked = (seesMoney: boolean) =>
  [...renderToStaticMarkup(<StudentLinks id="bcdfghjkmnpq" seesMoney={seesMoney} />).matchAll(/href="([^"]*)"/g)].map(
    ([, href]) => href,
  )

it('leads to history, fees and concessions, and where no money is seen to history alone', () => {
  const of = '/school/students/bcdfghjkmnpq'
  expect(linked(true)).toEqual([`${of}/history`, `${of}/fees`, `${of}/concessions`])
  expect(linked(false)).toEqual([`${of}/history`])
})
