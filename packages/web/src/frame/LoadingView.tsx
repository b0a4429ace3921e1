import { Skeleton } from './Skeleton.tsx'

export function LoadingView() {
  return (
    <main className="main view" aria-busy="true">
      <Skeleton lines={6} label="Loading" />
    </main>
  )
}
