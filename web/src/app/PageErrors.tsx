import { Component, type ReactNode } from 'react'
import { ProblemNotice } from '../shared/ProblemNotice.tsx'

/** Keeps a page that broke from taking the menu with it. */
export class PageErrors extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <ProblemNotice error={error} retry={() => location.reload()} />
  }
}
