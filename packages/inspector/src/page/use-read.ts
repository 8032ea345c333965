import { useEffect, useState } from 'react'

/** Reads again when one of `reasons` changes. Keeps the last value until the next one is there, so that nothing jumps. */
export function useRead<T>(
  read: () => Promise<T>,
  reasons: readonly unknown[],
): { value: T | undefined; problem: string | undefined } {
  const [value, setValue] = useState<T>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isOver = false
    read().then(
      (found) => {
        if (isOver) return
        setValue(() => found)
        setProblem(undefined)
      },
      (error: unknown) => {
        if (!isOver) setProblem(error instanceof Error ? error.message : String(error))
      },
    )
    return () => {
      isOver = true
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says when to read again
  }, reasons)
  return { value, problem }
}
