import { useSyncExternalStore } from 'react'

/**
 * Returns whether scripts have taken over the document: false on the server and while hydrating. Until then, a control
 * that needs scripts has the class `room-only`, so that nothing moves when it appears.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}
