import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Returns whether the required fields are filled in: true until enhanced, because without JavaScript the server checks
 * them.
 */
export function useReadiness<Name extends string>(
  isComplete: (has: (name: Name) => boolean) => boolean,
): { formRef: RefObject<HTMLFormElement>; isReady: boolean } {
  const formRef = useRef<HTMLFormElement>(null)
  const [isReady, setReady] = useState(true)
  // Runs after every render (no dependency list), because each server response may have filled in a field.
  useEffect(() => {
    const form = formRef.current
    if (!form) return
    const look = () => {
      const formData = new FormData(form)
      setReady(isComplete((name) => String(formData.get(name) ?? '').trim() !== ''))
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  })
  return { formRef, isReady }
}
