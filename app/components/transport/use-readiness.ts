import { type RefObject, useEffect, useRef, useState } from 'react'

/** Once enhanced, says whether what is needed stands in the form; in the light page the server looks. */
export function useReadiness(isComplete: (has: (name: string) => boolean) => boolean): {
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

/** Whether both addresses are there: a fare needs them. */
export function useAddresses() {
  return useReadiness((has) => has('pickup_address') && (has('drop_address') || has('drop_same')))
}

/** Whether a vehicle, its route and the pickup address are there: HT section 5. */
export function useVehicleChoice() {
  return useReadiness((has) => has('vehicle_id') && has('route_id') && has('pickup_address'))
}
