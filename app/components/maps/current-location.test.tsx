import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CurrentLocation } from './current-location'

it('is not the button that Enter presses in a document whose scripts do not run', () => {
  const html = renderToStaticMarkup(<CurrentLocation />)
  expect(html).toContain('<button type="button"')
  expect(html).toContain('room-only')
})
