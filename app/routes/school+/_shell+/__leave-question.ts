import { useEffect } from 'react'
import { askBeforeLeaving } from '~/components/forms/ask-before-leaving'

const question = 'You have unsaved changes on this page. Leave anyway?'
const fields = 'input:not([type="hidden"]), select, textarea'
const lone = '[type="checkbox"], [type="radio"], select'

/**
 * Asks before leaving an office form with unsaved input. Ignores filters (GET), a form that is being submitted, a form
 * with a single tick, and the form's own links, which are labelled Cancel.
 */
export function useLeaveQuestion(): void {
  useEffect(() => {
    let form: HTMLFormElement | null = null
    let page = ''
    // Time of the last submit; null after further input.
    let sentAt: number | null = null
    const here = () => location.pathname + location.search
    // A submitted form counts as saved unless an alert at the top reports a refusal. If the document unloads within a
    // second of the submit, the alert may be of an earlier refusal and is ignored.
    const isOnItsWay = (since: number, trigger?: Element) =>
      !form?.closest('main')?.querySelector('[role="alert"]') || (!trigger && performance.now() - since < 1000)
    const isUnsaved = (trigger?: Element) =>
      form?.isConnected === true &&
      page === here() &&
      !(trigger && form.contains(trigger)) &&
      (sentAt === null || !isOnItsWay(sentAt, trigger))
    const onInput = ({ target }: Event) => {
      const targetForm = (target as HTMLInputElement).form
      if (targetForm?.getAttribute('method') !== 'post' || !targetForm.closest('main')) return
      const fieldNames = new Set([...targetForm.querySelectorAll(fields)].map((field) => field.getAttribute('name')))
      if (fieldNames.size < 2 && (target as Element).matches(lone)) return
      form = targetForm
      page = here()
      sentAt = null
    }
    const onSubmit = ({ target, submitter }: SubmitEvent) => {
      // Buttons such as "add row" or "find" return the same form without saving it.
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
