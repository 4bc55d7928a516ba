import type { ComponentType } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import styles from './IconButton.module.css';

type Props = Omit<ButtonProps, 'children' | 'wide'> & {
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** What it does, in words: its accessible name, and its title. */
  label: string;
};

export function IconButton({ icon: Icon, label, variant = 'quiet', className, ...rest }: Props) {
  return (
    <Button
      {...rest}
      variant={variant}
      className={className ? `${styles.icon} ${className}` : (styles.icon ?? '')}
      aria-label={label}
      title={label}
    >
      <Icon aria-hidden />
    </Button>
  );
}
