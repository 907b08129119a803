import { type RefObject, useEffect, useRef, useState } from 'react'

/** Once enhanced, says whether both addresses of the form are there; in the light page the server looks. */
export function useAddresses(): { formRef: RefObject<HTMLFormElement>; isReady: boolean } {
  const formRef = useRef<HTMLFormElement>(null)
  const [isReady, setReady] = useState(true)
  // Every answer of the server may have put an address there.
  useEffect(() => {
    const form = formRef.current
    if (!form) return
    const look = () => {
      const typed = new FormData(form)
      const has = (name: string) => String(typed.get(name) ?? '').trim() !== ''
      setReady(has('pickup_address') && (has('drop_address') || typed.has('drop_same')))
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  })
  return { formRef, isReady }
}
