# Boots the systemd of a Debian root as the first process of name spaces of its own: boot.sh ROOT CONTROL_GROUP. To be started by
# `unshare --mount --pid --uts --ipc --fork`. Nothing of the machine can be changed from inside but through its network.
set -eu
root=$1
group=$2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
# A control group of its own, in which systemd makes those of its services.
mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mkdir "$root/sys/fs/cgroup/$group"
echo $$ > "$root/sys/fs/cgroup/$group/cgroup.procs"
umount "$root/sys/fs/cgroup"
hostname shala-deploy
cd "$root"
# Not chroot: from inside one the kernel makes no name spaces of users, which the units ask for.
exec unshare --cgroup sh -euc '
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  pivot_root . mnt
  umount --lazy /mnt
  # As on a machine: credentials reach a service by a mount that the first process makes and the service sees.
  mount --make-rshared /
  exec env -i container=shala PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd'
