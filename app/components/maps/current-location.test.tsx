import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CurrentLocation } from './current-location'

it('renders the location button as a plain button, so that Enter does not press it while scripts do not run', () => {
  const html = renderToStaticMarkup(<CurrentLocation />)
  expect(html).toContain('<button type="button"')
  expect(html).toContain('room-only')
})
