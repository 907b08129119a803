import { type RefObject, useEffect, useRef } from 'react'

/**
 * Once enhanced, a form saves itself when a field has been changed, by its first button. `saved` says what the server holds: with every
 * answer, where that is not what stands in a field (an empty one has become 1, or stayed 1), the field shows it, but never under
 * somebody's fingers. `answer` is another object for each answer of the server.
 */
export function useSaveOnChange(saved: string, answer: object): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const box = form.current
    if (!box) return
    const save = (event: Event) => {
      if (event.target instanceof HTMLInputElement) box.requestSubmit(box.querySelector('button'))
    }
    box.addEventListener('change', save)
    return () => box.removeEventListener('change', save)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that says the same as before is an answer
  useEffect(() => {
    for (const pair of saved.split(' ')) {
      const [id = '', quantity = ''] = pair.split(':')
      const field = form.current?.elements.namedItem(`qty-${id}`)
      if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = quantity
    }
  }, [saved, answer])

  return form
}
