import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RenderModeProvider } from './render-mode'
import { Toast } from './toast'

const documentWith = (enhanced: boolean, toast: Parameters<typeof Toast>[0]) =>
  renderToStaticMarkup(
    <RenderModeProvider value={{ enhanced, nonce: undefined }}>
      <Toast {...toast} />
    </RenderModeProvider>,
  )

describe('Toast', () => {
  it.each([
    ['overlays an enhanced document', true, { type: 'success', title: 'Saved!' }, true],
    ['is part of the page without scripts', false, { type: 'success', title: 'Saved!' }, false],
    ['that stays is part of the page', true, { type: 'success', title: 'Paid!', stays: true }, false],
    ['with an error that came with the document is part of the page', true, { type: 'error', title: 'No!' }, false],
  ] as const)('a toast %s', (_, enhanced, toast, isOver) => {
    const html = documentWith(enhanced, toast)
    expect(html).toContain(toast.title)
    expect(html.includes('toast-over')).toBe(isOver)
  })
})
