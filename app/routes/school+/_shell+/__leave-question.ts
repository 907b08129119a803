import { useEffect } from 'react'
import { askBeforeLeaving } from '~/components/forms/ask-before-leaving'

const question = 'What you typed on this page is not saved yet. Leave it all the same?'
const fields = 'input:not([type="hidden"]), select, textarea'
const lone = '[type="checkbox"], [type="radio"], select'

/**
 * Asks before a form of the office that somebody has begun to fill in is left. Not for one that only narrows a list (GET), that is on its
 * way, or that has a single thing to tick; nor by its own links, which say Cancel.
 */
export function useLeaveQuestion(): void {
  useEffect(() => {
    let form: HTMLFormElement | null = null
    let page = ''
    // When it was last sent, until something is typed again.
    let sentAt: number | null = null
    const here = () => location.pathname + location.search
    // Refused: the form is back with what is wrong on top. A document that is sent unloads at once, while the alert of before still stands.
    const isOnItsWay = (since: number, by?: Element) =>
      !form?.closest('main')?.querySelector('[role="alert"]') || (!by && performance.now() - since < 1000)
    const isUnsaved = (by?: Element) =>
      form?.isConnected === true &&
      page === here() &&
      !(by && form.contains(by)) &&
      (sentAt === null || !isOnItsWay(sentAt, by))
    const onInput = ({ target }: Event) => {
      const own = (target as HTMLInputElement).form
      if (own?.getAttribute('method') !== 'post' || !own.closest('main')) return
      const asked = new Set([...own.querySelectorAll(fields)].map((field) => field.getAttribute('name')))
      if (asked.size < 2 && (target as Element).matches(lone)) return
      form = own
      page = here()
      sentAt = null
    }
    const onSubmit = ({ target, submitter }: SubmitEvent) => {
      // One row more, a place looked up: the same form comes back, and nothing of it is saved.
      const isStep =
        submitter?.getAttribute('name') === 'intent' && !submitter.getAttribute('value')?.startsWith('save')
      if (target === form && !isStep) sentAt = performance.now()
    }
    document.addEventListener('input', onInput)
    document.addEventListener('submit', onSubmit, true)
    const stop = askBeforeLeaving(isUnsaved, question)
    return () => {
      document.removeEventListener('input', onInput)
      document.removeEventListener('submit', onSubmit, true)
      stop()
    }
  }, [])
}
