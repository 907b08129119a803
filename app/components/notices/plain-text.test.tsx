import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PlainText, splitAtLinks } from './plain-text'

const linksIn = (text: string) => splitAtLinks(text).flatMap(({ href }) => href ?? [])

it.each([
  ['See https://school.example/fees.', ['https://school.example/fees']],
  ['(http://a.example/x?y=1&z=2), and HTTPS://B.example!', ['http://a.example/x?y=1&z=2', 'HTTPS://B.example']],
  ['यहाँ देखें: https://school.example/क।', ['https://school.example/क']],
  ['javascript:alert(1) data:text/html,x ftp://a.example //a.example www.a.example', []],
  ['http:// and https://?', []],
  ['xhttps://a.example', []],
])('finds the links in the notice %s', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

it('splits a text at its links without losing a character', () => {
  const text = 'One\n\nhttps://a.example, two https:// https://b.example.'
  expect(
    splitAtLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it('escapes HTML that a user typed', () => {
  const shown = renderToStaticMarkup(
    <PlainText text={'<b>Bold</b>\nhttps://a.example/"onclick="x <script>alert(1)</script>'} />,
  )
  expect(shown).toBe(
    '<p class="typed">&lt;b&gt;Bold&lt;/b&gt;\n<a href="https://a.example/" rel="noopener noreferrer nofollow">https://a.example/</a>' +
      '&quot;onclick=&quot;x &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
})
