import { Component, type ReactNode } from 'react'
import { ProblemNotice } from '../shared/ProblemNotice.tsx'

/** Error boundary around a page, so that the menu keeps working. */
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
