/** The supported shells, and how to install their scripts. */
export const COMPLETED_SHELLS = ['bash', 'zsh', 'fish'] as const;
export type CompletedShell = (typeof COMPLETED_SHELLS)[number];

export const COMPLETION_HELP = `weir completion ${COMPLETED_SHELLS.join('|')}: prints a script that completes commands, methods, options and their values.

  bash  source <(weir completion bash)         in ~/.bashrc
  zsh   source <(weir completion zsh)          in ~/.zshrc, after compinit
  fish  weir completion fish | source          in ~/.config/fish/config.fish

The script contains the words of the version of Weir that printed it.`;
