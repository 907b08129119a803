import { createContext, useContext } from 'react'

/**
 * Whether React's scripts are sent with this document. Only the root reads it, to leave its script tags out: every other
 * component makes the same markup in both modes.
 */
export interface RenderMode {
  enhanced: boolean
  nonce: string | undefined
  /** Only on documents of an error (those carry no script): shown with the same words as in the log. */
  recordsAway?: boolean
  requestId?: string
}

const Context = createContext<RenderMode>({ enhanced: false, nonce: undefined })

export const RenderModeProvider = Context.Provider

export function useRenderMode(): RenderMode {
  return useContext(Context)
}
