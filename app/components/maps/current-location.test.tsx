import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CurrentLocation } from './current-location'

it('is not a submit button, so that Enter does not press it when scripts do not run', () => {
  const html = renderToStaticMarkup(<CurrentLocation />)
  expect(html).toContain('<button type="button"')
  expect(html).toContain('room-only')
})
