import { create } from 'zustand'

/** True while the page is printed, or shown as it would be. */
export const usePrinting = create<boolean>(() => false)
