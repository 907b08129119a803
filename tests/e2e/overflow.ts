/** Returns layout faults of the page at its current width, in words. Runs in the page, so it is self-contained. */
export function overflowFaults(): string[] {
  const faults = new Set<string>()
  const hiding = new Map<Element, boolean>()
  const lyingOver = new Map<Element, boolean>()
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width) {
    const widest = [...document.querySelectorAll('body *')].find((one) => one.getBoundingClientRect().right > width + 1)
    faults.add(`the page is ${document.documentElement.scrollWidth} px wide: ${named(widest)}`)
  }
  for (const box of document.querySelectorAll<HTMLElement>('body *')) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowX) || box.scrollWidth <= box.clientWidth + 1) continue
    if (box.matches('textarea, select, input')) continue
    // On a phone, a month's attendance register and a week's timetable may scroll, because of their number of days.
    if (width < 640 && box.closest('.register, .week')) continue
    faults.add(`a box scrolls, ${box.scrollWidth} px in ${box.clientWidth}: ${named(box)}`)
  }
  const pieces = piecesOfText()
  for (const piece of pieces) {
    const { box, rects, text } = piece
    const bounds = box.getBoundingClientRect()
    if (rects.some(({ left, right }) => right > bounds.right + 1 || left < bounds.left - 1)) {
      faults.add(`"${text}" runs over its box: ${named(box)}`)
    }
    for (const cut of piece.broken) faults.add(`"${cut}" is broken: ${named(box)}`)
  }
  for (const overlap of overlaps(pieces)) faults.add(overlap)
  return [...faults]

  function named(element: Element | null | undefined): string {
    if (!element) return ''
    const up = [element.parentElement?.parentElement, element.parentElement, element]
    return up.map((one) => (one ? `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''}` : '')).join(' ')
  }

  /** Returns every visible text with the rectangles of its lines and the box that has to hold it. */
  function piecesOfText() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Array<{ text: string; box: Element; rects: DOMRect[]; broken: string[] }> = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (!text || !parent || parent.closest('svg, script, style, option, textarea, .sr, .skip, .toast-over')) continue
      // The content of a closed menu has rectangles but is not visible.
      if (!parent.checkVisibility({ visibilityProperty: true })) continue
      // A name may end in an ellipsis; an amount may not.
      if (getComputedStyle(boxOf(parent)).textOverflow === 'ellipsis' && !text.includes('₹')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter((one) => one.width > 0 && one.height > 0)
      if (rects.length === 0 || hides(parent)) continue
      found.push({ text: text.slice(0, 60), box: boxOf(parent), rects, broken: brokenFigures(node, range) })
    }
    return found
  }

  /** Returns true for clipped elements, such as the head of a table that is shown as cards. */
  function hides(element: Element): boolean {
    return isWithin(hiding, element, ({ clip, position }) => position === 'absolute' && clip !== 'auto')
  }

  /** Returns true when the element or an ancestor has this style; cached per element. */
  function isWithin(
    known: Map<Element, boolean>,
    element: Element,
    is: (style: CSSStyleDeclaration) => boolean,
  ): boolean {
    const had = known.get(element)
    if (had !== undefined) return had
    const { parentElement } = element
    const found = is(getComputedStyle(element)) || (parentElement !== null && isWithin(known, parentElement, is))
    known.set(element, found)
    return found
  }

  function boxOf(element: Element): Element {
    let one = element
    while (one.parentElement && getComputedStyle(one).display === 'inline') one = one.parentElement
    return one
  }

  /** Returns amounts that break across two lines. */
  function brokenFigures(node: Node, range: Range): string[] {
    const broken: string[] = []
    for (const match of (node.textContent ?? '').matchAll(/[-−]?₹[\d,.]*\d/g)) {
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(match[0])
    }
    return broken
  }

  /** Returns texts of different boxes that overlap, except intended overlays. */
  function overlaps(all: ReturnType<typeof piecesOfText>): string[] {
    const lines = all
      .filter(({ box }) => !isOver(box))
      .flatMap(({ box, rects, text }) => rects.map((rect) => ({ box, rect, text })))
      .sort((one, other) => one.rect.top - other.rect.top)
    const found: string[] = []
    for (const [index, one] of lines.entries()) {
      for (let next = index + 1; next < lines.length; next += 1) {
        const other = lines[next]
        if (!other || other.rect.top > one.rect.bottom - 4) break
        if (one.box === other.box || one.box.contains(other.box) || other.box.contains(one.box)) continue
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
        const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
        if (across > 2 && down > 5) found.push(`"${one.text}" and "${other.text}" overlap: ${named(one.box)}`)
      }
    }
    return found
  }

  function isOver(element: Element): boolean {
    return isWithin(lyingOver, element, ({ position }) => position === 'fixed' || position === 'sticky')
  }
}
