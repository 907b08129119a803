import { SheetTrouble } from './port'

/** Maximum length of a tag, comment or text: a cell holds 32,767 characters, each written as at most ten. */
const maxTokenLength = 1024 * 1024

export interface XmlHandler {
  /** Called at the start of an element, with its name without prefix; `attributesOf` parses `attributes`. */
  open?: (name: string, attributes: string) => void
  /** Called at the end of an element, also of an empty one. */
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Reads XML piece by piece, with one token in memory: it builds no tree, so the depth of a document costs nothing.
 * Refuses a document that defines entities. Does not check that start and end tags match.
 * @throws SheetTrouble
 */
export async function readXml(pieces: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const reader = new XmlReader(handler)
  let decoder: TextDecoder | null = null
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece))
    reader.push(decoder.decode(piece, { stream: true }))
  }
  reader.end()
}

/** Reads XML that is in memory. */
export function readXmlText(text: string, handler: XmlHandler): void {
  const reader = new XmlReader(handler)
  // Pushes the text in pieces, because the reader limits the text that it holds, and slices it again and again.
  for (let at = 0; at < text.length; at += maxTokenLength) reader.push(text.slice(at, at + maxTokenLength))
  reader.end()
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff || (first === 0x3c && second === 0)) return 'utf-16le'
  return first === 0xfe || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8'
}

const marks = { less: 60, greater: 62, slash: 47, double: 34, single: 39, space: 32 }

class XmlReader {
  #rest = ''
  constructor(readonly handler: XmlHandler) {}

  push(piece: string): void {
    const text = this.#rest === '' ? piece : this.#rest + piece
    let at = 0
    for (;;) {
      const start = text.indexOf('<', at)
      if (start < 0) break
      const end = endOfTag(text, start)
      if (end < 0) break
      if (start > at) this.handler.text?.(decodeEntities(text.slice(at, start)))
      this.#tag(text, start, end)
      at = end
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > maxTokenLength) throw new SheetTrouble('not-a-spreadsheet')
  }

  end(): void {
    if (this.#rest.includes('<')) throw new SheetTrouble('not-a-spreadsheet')
  }

  #tag(text: string, start: number, end: number): void {
    const first = text[start + 1]
    if (first === '?') return
    if (first === '!') {
      if (text.startsWith('<![CDATA[', start)) this.handler.text?.(text.slice(start + 9, end - 3))
      return
    }
    const closes = first === '/'
    const from = start + (closes ? 2 : 1)
    const isEmpty = text.charCodeAt(end - 2) === marks.slash
    const last = isEmpty ? end - 2 : end - 1
    let nameEnd = from
    let nameStart = from
    for (; nameEnd < last; nameEnd++) {
      const sign = text.charCodeAt(nameEnd)
      if (sign <= marks.space) break
      if (sign === 58) nameStart = nameEnd + 1
    }
    const name = text.slice(nameStart, nameEnd)
    if (!closes) this.handler.open?.(name, text.slice(nameEnd, last))
    if (closes || isEmpty) this.handler.close?.(name)
  }
}

/** Index after a tag, comment or raw text; -1 if its end has not arrived yet. */
function endOfTag(text: string, start: number): number {
  const first = text[start + 1]
  if (first === '!') {
    if (text.startsWith('<!--', start)) return endAfter(text, '-->', start + 4)
    if (text.startsWith('<![CDATA[', start)) return endAfter(text, ']]>', start + 9)
    // Waits for nine characters: with fewer, this may be the start of `<!--` or `<![CDATA[`.
    if (text.length - start < 9) return -1
    const end = endAfter(text, '>', start)
    // Refuse definitions of entities, which could expand without limit.
    if (end > 0 && text.slice(start, end).includes('[')) throw new SheetTrouble('not-a-spreadsheet')
    return end
  }
  if (first === '?') return endAfter(text, '?>', start)
  let quote = 0
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === marks.less) throw new SheetTrouble('not-a-spreadsheet')
    if (quote !== 0) {
      if (sign === quote) quote = 0
    } else if (sign === marks.double || sign === marks.single) quote = sign
    else if (sign === marks.greater) return at + 1
  }
  return -1
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

/** Attributes by their names without prefix. */
export function attributesOf(raw: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; ; ) {
    const equals = raw.indexOf('=', at)
    if (equals < 0) return found
    let start = equals + 1
    while (raw.charCodeAt(start) <= marks.space) start++
    const end = raw.indexOf(raw[start] ?? '"', start + 1)
    if (end < 0) return found
    const name = raw.slice(at, equals).trim()
    const local = name.slice(name.indexOf(':') + 1)
    if (!found.has(local)) found.set(local, decodeEntities(raw.slice(start + 1, end)))
    at = end + 1
  }
}

const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ndash', '–'],
  ['mdash', '—'],
])

/** Replaces character references and the few named entities; an unknown one stays. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{1,8}));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return named.get(name) ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
