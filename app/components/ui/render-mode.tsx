import { createContext, useContext } from 'react'

/**
 * Render mode of this document: with scripts (`enhanced`) or without. Only two components read `enhanced`: the root
 * adds the script tags and marks the body for the stylesheet, and the toast overlays the page. All others render the
 * same markup in both modes.
 */
export interface RenderMode {
  enhanced: boolean
  nonce: string | undefined
  /**
   * True when the database or the file store is unreachable. Only error documents, which have no scripts, show this and
   * the request id, which is also in the log.
   */
  recordsAway?: boolean
  requestId?: string
}

const Context = createContext<RenderMode>({ enhanced: false, nonce: undefined })

export const RenderModeProvider = Context.Provider

export function useRenderMode(): RenderMode {
  return useContext(Context)
}
