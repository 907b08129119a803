import { type RefObject, useEffect, useRef, useState } from 'react'

/** Once enhanced, says whether what is needed stands in the form; in the light page the server looks. */
export function useReadiness<Name extends string>(
  isComplete: (has: (name: Name) => boolean) => boolean,
): {
  formRef: RefObject<HTMLFormElement>
  isReady: boolean
} {
  const formRef = useRef<HTMLFormElement>(null)
  const [isReady, setReady] = useState(true)
  // Every answer of the server may have filled something in.
  useEffect(() => {
    const form = formRef.current
    if (!form) return
    const look = () => {
      const typed = new FormData(form)
      setReady(isComplete((name) => String(typed.get(name) ?? '').trim() !== ''))
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  })
  return { formRef, isReady }
}
