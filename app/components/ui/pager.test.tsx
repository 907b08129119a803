import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Pager } from './pager'

const hrefFor = (page: number) => `/students/fees?page=${page}`
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('Pager', () => {
  it('renders nothing for a single page', () => {
    expect(renderToStaticMarkup(<Pager page={1} pages={1} hrefFor={hrefFor} variant="simple" />)).toBe('')
    expect(renderToStaticMarkup(<Pager page={1} pages={0} hrefFor={hrefFor} />)).toBe('')
  })

  it('shows Previous, Page X of Y and Next in its simple form', () => {
    const html = renderToStaticMarkup(<Pager page={2} pages={3} hrefFor={hrefFor} variant="simple" />)
    expect(words(html)).toBe('Previous Page 2 of 3 Next')
    expect(html).toContain('href="/students/fees?page=1" rel="prev"')
    expect(html).toContain('href="/students/fees?page=3" rel="next"')
  })

  it('has no Previous link on the first page and no Next link on the last', () => {
    const first = renderToStaticMarkup(<Pager page={1} pages={2} hrefFor={hrefFor} variant="simple" />)
    const last = renderToStaticMarkup(<Pager page={2} pages={2} hrefFor={hrefFor} variant="simple" />)
    expect([first.match(/<a /g)?.length, last.match(/<a /g)?.length]).toEqual([1, 1])
    expect(words(first)).toBe('Previous Page 1 of 2 Next')
  })

  it('links to the first page, the last page and pages up to two from the current one, which it marks', () => {
    const html = renderToStaticMarkup(<Pager page={5} pages={31} hrefFor={hrefFor} />)
    expect(words(html)).toBe('Previous 1 … 3 4 5 6 7 … 31 Next')
    expect(html).toContain('href="/students/fees?page=5" aria-label="Page 5" aria-current="page"')
  })
})
